import { encode } from 'uqr'
import * as m from '#src/i18n/paraglide/messages.js'
import styles from './two-step.module.css'

/** Free squares around the code, without which cameras do not find it. */
const quietSquares = 4

/** A text as a QR code, drawn on the device: nobody else learns the secret in it. Dark on white, for cameras. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: quietSquares, ecc: 'M' })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squares(data)}"/></svg>`
  const source = `data:image/svg+xml,${encodeURIComponent(drawing)}`
  return <img className={styles.qr} src={source} alt={m.twostep_qr()} />
}

/** A square of one unit for each dark module. */
function squares(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
