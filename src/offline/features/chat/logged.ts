/** Spec 8: a chat that could not be read is logged, and the screen keeps what it has. Rejects as the work does. */
export async function logged<T>(text: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification asks for it
    console.warn(text, error instanceof Error ? error.message : error)
    throw error
  }
}
