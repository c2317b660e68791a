/** A service outside did not do what it was asked; the same may work later. HTTP answers 503 `partner_unavailable`. */
export class PartnerError extends Error {
  override name = 'PartnerError'

  constructor(partner: 'stripe' | 'google', cause: unknown) {
    super(`${partner} did not answer as it should`, { cause })
  }
}
