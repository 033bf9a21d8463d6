import type { LogoPicture } from '@petsetu/contract/site/site.ts'

type Props = {
  /** The height in CSS pixels. */
  size?: number
  /** The foundation's own logo. */
  picture?: LogoPicture | null
}

// On white also in the dark theme: most logos are drawn for paper.
const ON_PAPER = { objectFit: 'contain', background: '#fff' } as const

/** The foundation's logo, or ours: a paw print with an arch of a bridge as its pad. Decorative. */
export function Logo({ size = 36, picture }: Props) {
  return picture ? (
    <img src={picture.url} height={size} width={(size * picture.width) / picture.height} style={ON_PAPER} alt="" />
  ) : (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true" focusable="false">
      <ellipse cx="4.6" cy="13.6" rx="2.9" ry="3.7" transform="rotate(-24 4.6 13.6)" />
      <ellipse cx="11.6" cy="7.2" rx="3.1" ry="4.2" transform="rotate(-8 11.6 7.2)" />
      <ellipse cx="20.4" cy="7.2" rx="3.1" ry="4.2" transform="rotate(8 20.4 7.2)" />
      <ellipse cx="27.4" cy="13.6" rx="2.9" ry="3.7" transform="rotate(24 27.4 13.6)" />
      <path d="M4.5 29.5c0-8.2 5-14.2 11.5-14.2s11.5 6 11.5 14.2h-6.3a5.2 5.2 0 0 0-10.4 0z" />
    </svg>
  )
}
