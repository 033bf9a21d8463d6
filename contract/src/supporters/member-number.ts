/** A membership's number as cards show it: 3 is 000003. */
export const memberNumber = (number: number): string => String(number).padStart(6, '0')
