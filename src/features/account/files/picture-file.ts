const edgePixels = 512

/** A picture that the app draws itself; undefined where the browser cannot draw. */
export async function pictureFile(
  name: string,
  draw: (context: CanvasRenderingContext2D, edgePixels: number) => void,
): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = edgePixels
  canvas.height = edgePixels
  const context = canvas.getContext('2d')
  if (!context) return undefined
  draw(context, edgePixels)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], `${name}.png`, { type: 'image/png' }) : undefined
}
