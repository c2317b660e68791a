import { Dialog, type DialogProps } from './dialog.tsx'

/** A dialog that rises from the bottom edge, near the thumb; centred on wide screens. */
export function Sheet(props: Omit<DialogProps, 'placement'>) {
  return <Dialog {...props} placement="sheet" />
}
