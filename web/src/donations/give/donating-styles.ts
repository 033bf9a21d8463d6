// No style sheet: the app's first script names every one, and must stay small.
export const PAGE = { display: 'grid', gap: 20, maxWidth: 720 } as const
export const PANEL = { padding: 'clamp(16px, 4vw, 32px)' } as const
export const SENTENCE = { maxWidth: 'var(--line-length)', margin: 0 } as const
