/**
 * The part of the public page's address that says when its owner followed a link of their own page to it, in milliseconds. That look is no
 * scan. It says so for a minute only, because somebody may pass the address on.
 */
export const OWN_LOOK = 'own'
export const OWN_LOOK_MS = 60_000
