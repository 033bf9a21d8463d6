/** Its own module, so that a form can show it without loading zod. */
export const PASSWORD_LENGTH_MIN = 6
