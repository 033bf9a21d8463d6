/** A millimetre in points, the unit of a PDF. */
export const MM = 72 / 25.4

/** A credit card with its round corners: ISO/IEC 7810 ID-1. */
export const CARD = { width: 85.6 * MM, height: 53.98 * MM, radius: 3.18 * MM }

export const INK = '#1f2a2e'
export const SOFT_INK = '#566368'
/** For lines, such as the edge along which a card is cut out. */
export const LINE = '#c9c2b5'
