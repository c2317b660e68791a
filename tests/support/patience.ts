/** How long a test waits for what it expects: generous, since a busy machine is no defect. */
export const patience = { timeout: 20_000 }
