import { avatarGradient, initials } from '#src/ui/image/avatar-look.ts'

const edgePixels = 512

export interface AvatarWish {
  /** Whose initials are drawn. */
  name: string
  /** Chooses the colours; another seed, other colours. */
  seed: string
  fileName: string
}

/** Draws initials on a gradient, as the app shows people without a photo; undefined where the browser cannot draw. */
export async function drawAvatar({ name, seed, fileName }: AvatarWish): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = edgePixels
  canvas.height = edgePixels
  const context = canvas.getContext('2d')
  if (!context) return undefined
  paintGround(context, seed)
  paintLetters(context, initials(name))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], `${fileName}.png`, { type: 'image/png' }) : undefined
}

function paintGround(context: CanvasRenderingContext2D, seed: string): void {
  const [from, to] = avatarGradient(seed)
  const gradient = context.createLinearGradient(0, 0, edgePixels, edgePixels)
  gradient.addColorStop(0, from)
  gradient.addColorStop(1, to)
  context.fillStyle = gradient
  context.fillRect(0, 0, edgePixels, edgePixels)
  context.fillStyle = 'rgb(255 255 255 / 14%)'
  context.beginPath()
  context.ellipse(
    edgePixels / 2,
    edgePixels * 1.12,
    edgePixels * 0.58,
    edgePixels * 0.4,
    0,
    0,
    Math.PI * 2,
  )
  context.fill()
}

function paintLetters(context: CanvasRenderingContext2D, letters: string): void {
  context.fillStyle = '#ffffff'
  context.font = `bold ${edgePixels * 0.36}px ui-rounded, system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(letters, edgePixels / 2, edgePixels * 0.48)
}
