/** So long the server may take to answer what a dialog waits for, in milliseconds; then the device decides alone. */
export const askBoundMs = 2_000
