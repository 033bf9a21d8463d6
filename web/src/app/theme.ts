import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

// Every colour is a token of tokens.css, which has a light and a dark value. The library must not compute shades of it.
const TONES = ['brand', 'heart']

function tone(name: string): MantineColorsTuple {
  const token = `var(--${name})`
  return [token, token, token, token, token, token, token, token, token, token]
}

const variantColorResolver: VariantColorsResolver = (input) => {
  const name = input.color ?? input.theme.primaryColor
  if (!TONES.includes(name)) return defaultVariantColorsResolver(input)
  const quiet = { color: `var(--${name})`, hover: `var(--${name}-soft)`, border: '1px solid transparent' }
  switch (input.variant) {
    case 'filled':
      return { ...quiet, background: `var(--${name})`, hover: `var(--${name}-strong)`, color: `var(--on-${name})` }
    case 'light':
      return { ...quiet, background: `var(--${name}-soft)` }
    case 'outline':
      return { ...quiet, background: 'transparent', border: `1px solid var(--${name})` }
    case 'subtle':
      return { ...quiet, background: 'transparent' }
    default:
      return defaultVariantColorsResolver(input)
  }
}

export const theme = createTheme({
  colors: { brand: tone('brand'), heart: tone('heart') },
  primaryColor: 'brand',
  variantColorResolver,
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-heading)', fontWeight: '600' },
  // Text has at least 16 px, except for side notes.
  fontSizes: { xs: '0.9375rem', sm: '1rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  radius: { md: 'var(--radius-control)', lg: 'var(--radius-card)' },
  defaultRadius: 'md',
  shadows: { xs: 'var(--shadow)', sm: 'var(--shadow)', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  // app.css marks required fields; the library's asterisk would become part of the label's text.
  components: { InputWrapper: { defaultProps: { withAsterisk: false } } },
  respectReducedMotion: true,
  cursorType: 'pointer',
})

const SHARED = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft-ink)',
  '--mantine-color-placeholder': 'var(--placeholder)',
  '--mantine-color-anchor': 'var(--brand)',
  '--mantine-color-error': 'var(--heart)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--brand-soft)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control-line)',
  '--mantine-color-disabled': 'var(--line)',
  '--mantine-color-disabled-color': 'var(--soft-ink)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--brand)',
  '--mantine-primary-color-filled-hover': 'var(--brand-strong)',
  '--mantine-primary-color-light': 'var(--brand-soft)',
  '--mantine-primary-color-light-hover': 'var(--brand-soft)',
  '--mantine-primary-color-light-color': 'var(--brand)',
}

/** Sets the library's variables to our tokens. Its inputs use greys by number, which become the colours of our lines. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...SHARED, '--mantine-color-white': 'var(--surface)', '--mantine-color-gray-4': 'var(--control-line)' },
  dark: { ...SHARED, '--mantine-color-dark-6': 'var(--surface)', '--mantine-color-dark-4': 'var(--control-line)' },
})

/** The colour scheme follows the system. Nothing is stored, because local storage holds only the session. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}
