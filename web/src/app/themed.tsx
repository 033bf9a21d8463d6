import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  MantineProvider,
  type VariantColorsResolver,
} from '@mantine/core'
import type { ReactNode } from 'react'

/** Gives the component library the look of the pages: fonts, sizes, and every colour from tokens.css. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      // The provider writes all variables of the library: as a style sheet they are larger than the code that writes them.
      deduplicateCssVariables={false}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}

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
  // A button that deletes or pays back asks first, and is red only in that dialog, under the pointer and with the keyboard's focus. It is
  // not grey: that is how a button looks that cannot be pressed.
  const atRest = name === 'heart' && { color: 'var(--ink)', hoverColor: 'var(--heart)' }
  switch (input.variant) {
    case 'filled':
      return { ...quiet, background: `var(--${name})`, hover: `var(--${name}-strong)`, color: `var(--on-${name})` }
    case 'light':
      return { ...quiet, background: `var(--${name}-soft)` }
    case 'outline':
      return { ...quiet, background: 'transparent', border: '1px solid currentcolor', ...atRest }
    case 'subtle':
      return { ...quiet, background: 'transparent', ...atRest }
    default:
      return defaultVariantColorsResolver(input)
  }
}

const theme = createTheme({
  colors: { brand: tone('brand'), heart: tone('heart') },
  primaryColor: 'brand',
  variantColorResolver,
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-heading)', fontWeight: '600' },
  // Text has at least 16 px, except for side notes.
  fontSizes: { xs: '0.9375rem', sm: '1rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  radius: { md: 'var(--radius-control)', lg: 'var(--radius-card)' },
  defaultRadius: 'md',
  // The grid of 8 px.
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  shadows: { xs: 'var(--shadow)', sm: 'var(--shadow)', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  // app.css marks required fields; the library's asterisk would become part of the label's text.
  components: {
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // A word that deletes stands in each row of many lists: there it is no louder than the row.
    Button: {
      styles: (_theme: unknown, { variant, color }: { variant?: string; color?: string }) =>
        variant === 'subtle' && color === 'heart' ? { root: { fontWeight: 400 } } : {},
    },
    // A field for a longer text grows with it. Its rows are the least; a browser that cannot let it grow shows as many, and scrolls.
    Textarea: {
      styles: (_theme: unknown, { rows = 2 }: { rows?: number }) => ({
        input: { fieldSizing: 'content', minBlockSize: `calc(${rows}lh + 18px)`, maxBlockSize: '60vh' },
      }),
    },
    NativeSelect: { defaultProps: { rightSection: <img src="/icon-choose.svg" width="16" height="16" alt="" /> } },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
})

const SHARED = {
  // The ground of its parts; that of the page is in tokens.css.
  '--mantine-color-body': 'var(--surface)',
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
  '--mantine-color-gray-1': 'var(--brand-soft)',
  '--mantine-color-gray-2': 'var(--line)',
  '--mantine-color-gray-3': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--brand)',
  '--mantine-primary-color-filled-hover': 'var(--brand-strong)',
  '--mantine-primary-color-light': 'var(--brand-soft)',
  '--mantine-primary-color-light-hover': 'var(--brand-soft)',
  '--mantine-primary-color-light-color': 'var(--brand)',
}

/** Sets the library's variables to our tokens. Its inputs use greys by number, which become the colours of our lines. */
const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...SHARED, '--mantine-color-white': 'var(--surface)', '--mantine-color-gray-4': 'var(--control-line)' },
  dark: { ...SHARED, '--mantine-color-dark-6': 'var(--surface)', '--mantine-color-dark-4': 'var(--control-line)' },
})

/** The colour scheme follows the system. Nothing is stored, because local storage holds only the session. */
const colorSchemeManager: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}
