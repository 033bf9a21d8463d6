export function HeroPicture() {
  return (
    <svg viewBox="0 0 480 340" width="480" height="340" aria-hidden="true" focusable="false">
      <rect width="480" height="340" fill="var(--brand-soft)" />
      <circle cx="126" cy="104" r="52" fill="var(--marigold)" />
      <path d="M0 214c60-40 116-40 172-8s130 22 190-16 94-26 118-14V340H0z" fill="var(--brand)" opacity=".16" />
      <House />
      <path d="M0 262c96-40 168-52 240-52s144 12 240 52v78H0z" fill="var(--brand)" />
      <path
        d="M40 340v-18a44 44 0 0 1 88 0v18zm132 0v-34a68 68 0 0 1 136 0v34zm180 0v-18a44 44 0 0 1 88 0v18z"
        fill="var(--brand-soft)"
      />
      <path
        d="M6 322q14-8 28 0t28 0 28 0 28 0M176 322q14-8 28 0t28 0 28 0 28 0M356 322q14-8 28 0t28 0 28 0 28 0"
        fill="none"
        stroke="var(--brand)"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".5"
      />
      <Dog />
    </svg>
  )
}

function House() {
  return (
    <g>
      <path d="M376 150h76v120h-76z" fill="var(--surface)" />
      <path
        d="M362 156l52-46 52 46z"
        fill="var(--heart)"
        stroke="var(--heart)"
        strokeWidth="6"
        strokeLinejoin="round"
      />
      <path d="M400 260v-58a14 14 0 0 1 28 0v58z" fill="var(--marigold)" />
    </g>
  )
}

function Dog() {
  return (
    <g transform="translate(-14 -2)">
      <path d="M176 154c-24-4-34-24-26-46" fill="none" stroke="#b9743a" strokeWidth="13" strokeLinecap="round" />
      <path d="M186 176l-12 42M262 176l16 40" stroke="#9a5c2a" strokeWidth="16" strokeLinecap="round" />
      <path d="M204 178l8 38M244 178l-8 38" stroke="#b9743a" strokeWidth="16" strokeLinecap="round" />
      <rect x="168" y="138" width="108" height="50" rx="25" fill="#b9743a" />
      <path d="M240 164l22-60 44 26-30 50z" fill="#b9743a" stroke="#b9743a" strokeWidth="8" strokeLinejoin="round" />
      <circle cx="288" cy="108" r="29" fill="#b9743a" />
      <rect x="292" y="104" width="48" height="28" rx="14" fill="#d79a63" />
      <circle cx="336" cy="110" r="6" fill="#2b1d12" />
      <circle cx="296" cy="98" r="4" fill="#2b1d12" />
      <path d="M272 86c-20 4-26 40-12 52 16-4 22-28 20-48z" fill="#7d4a20" />
      <path d="M252 140l33 17" stroke="var(--heart)" strokeWidth="10" strokeLinecap="round" />
      <circle cx="274" cy="166" r="11" fill="var(--marigold)" stroke="#fff" strokeWidth="2.5" />
    </g>
  )
}
