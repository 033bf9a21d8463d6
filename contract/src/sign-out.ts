/** Where a session is ended. Beside the calls and not among them: the public pages make this one call and need no schema for it. */
export const SIGN_OUT = { method: 'POST', path: '/auth/signout' } as const
