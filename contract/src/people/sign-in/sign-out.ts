/** The call that ends a session. Outside the table of calls, so that public pages can make it without loading zod. */
export const SIGN_OUT = { method: 'POST', path: '/auth/signout' } as const
