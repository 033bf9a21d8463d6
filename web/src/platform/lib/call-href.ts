/** The address that calls a phone number as people write it, such as '+91 20 5550 1234'. */
export const callHref = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`
