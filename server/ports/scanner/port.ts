/** Looks for known malicious programs in a file before anybody gets it. */
export interface ScannerPort {
  /** Rejects when the scanner gives no verdict. */
  scan(path: string): Promise<'clean' | 'infected'>
}
