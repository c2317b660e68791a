/** Where another page's link scrolls to on a provider's page. */
export const pricingAnchor = 'pricing'
