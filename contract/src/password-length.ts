/** By itself, so that a form can say it before the checks of the form have been loaded. */
export const PASSWORD_LENGTH_MIN = 6
