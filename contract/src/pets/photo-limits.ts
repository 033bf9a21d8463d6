// Apart from the sizes: those are in a file that only the public page loads.
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024
export const PHOTOS_A_PET_MAX = 4
