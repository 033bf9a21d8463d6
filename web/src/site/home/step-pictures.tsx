import type { ReactNode } from 'react'

export function ScanPicture() {
  return (
    <Picture>
      <path d="M58 30a18 18 0 0 1 24 0" fill="none" stroke="var(--soft-ink)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="70" cy="74" r="42" fill="var(--marigold)" />
      <circle cx="70" cy="38" r="5" fill="var(--brand-soft)" />
      <rect x="46" y="52" width="48" height="48" rx="6" fill="#fff" />
      <QrModules x={51} y={57} />
      <g transform="rotate(8 150 70)">
        <rect x="118" y="16" width="66" height="112" rx="12" fill="var(--ink)" />
        <rect x="124" y="24" width="54" height="92" rx="6" fill="var(--surface)" />
        <path
          d="M130 54v-8h8m26 0h8v8m0 28v8h-8m-26 0h-8v-8"
          fill="none"
          stroke="var(--brand)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <g transform="translate(137 54) scale(.74)">
          <rect x="-4" y="-4" width="46" height="46" rx="4" fill="#fff" />
          <QrModules x={0} y={0} />
        </g>
      </g>
    </Picture>
  )
}

export function FormPicture() {
  return (
    <Picture>
      <rect x="56" y="14" width="96" height="116" rx="10" fill="var(--surface)" stroke="var(--line)" strokeWidth="2" />
      <g fill="var(--brand)" transform="translate(70 26)">
        <circle cx="3" cy="9" r="3" />
        <circle cx="9" cy="4" r="3.4" />
        <circle cx="17" cy="4" r="3.4" />
        <circle cx="23" cy="9" r="3" />
        <path d="M4 21c0-6 4-10 9-10s9 4 9 10h-5a4 4 0 0 0-8 0z" />
      </g>
      <path d="M106 36h30" stroke="var(--ink)" strokeWidth="6" strokeLinecap="round" />
      <g fill="none" stroke="var(--control-line)" strokeWidth="2">
        <rect x="70" y="58" width="68" height="14" rx="4" />
        <rect x="70" y="80" width="68" height="14" rx="4" />
        <rect x="70" y="102" width="68" height="14" rx="4" />
      </g>
      <path d="M76 65h34M76 87h22" stroke="var(--soft-ink)" strokeWidth="4" strokeLinecap="round" />
      <g transform="rotate(38 136 84)">
        <rect x="129" y="30" width="14" height="56" fill="var(--marigold)" />
        <path d="M129 36v-8a6 6 0 0 1 6-6h2a6 6 0 0 1 6 6v8z" fill="var(--heart)" />
        <path d="M129 86h14l-7 16z" fill="#f3d7ae" />
        <path d="M133 95h6l-3 7z" fill="#2b1d12" />
      </g>
    </Picture>
  )
}

export function SubmitPicture() {
  return (
    <Picture>
      <path d="M64 128c0-34 16-48 40-48s40 14 40 48z" fill="#b9743a" />
      <path d="M68 106c22 14 50 14 72 0" fill="none" stroke="var(--heart)" strokeWidth="10" />
      <circle cx="104" cy="121" r="12" fill="var(--marigold)" stroke="#fff" strokeWidth="2.5" />
      <circle cx="104" cy="62" r="42" fill="#b9743a" />
      <path d="M70 30c-22 6-24 50-10 62 14-6 20-34 18-54zM138 30c22 6 24 50 10 62-14-6-20-34-18-54z" fill="#7d4a20" />
      <ellipse cx="104" cy="80" rx="23" ry="19" fill="#d79a63" />
      <circle cx="88" cy="58" r="4.5" fill="#2b1d12" />
      <circle cx="120" cy="58" r="4.5" fill="#2b1d12" />
      <ellipse cx="104" cy="72" rx="7.5" ry="5.5" fill="#2b1d12" />
      <path d="M104 77v7m-10 1c3 5 17 5 20 0" fill="none" stroke="#2b1d12" strokeWidth="3" strokeLinecap="round" />
      <circle cx="164" cy="40" r="21" fill="var(--brand)" />
      <path
        d="m154 41 7 7 13-15"
        fill="none"
        stroke="var(--on-brand)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Picture>
  )
}

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 208 144" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/** A drawing that looks like a QR code, 38 by 38. */
function QrModules({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} fill="#1f2a2e">
      <path
        fillRule="evenodd"
        d="M0 0h14v14H0zm3.5 3.5v7h7v-7zM24 0h14v14H24zm3.5 3.5v7h7v-7zM0 24h14v14H0zm3.5 3.5v7h7v-7z"
      />
      <path d="M17 0h4v6h-4zM17 10h4v8h-8v-4h4zM0 17h8v4H0zM24 17h6v4h8v5h-6v-2h-8zM17 22h4v8h-4zM24 29h5v4h-5zM33 29h5v9h-8v-4h3zM17 33h5v5h-5z" />
    </g>
  )
}
