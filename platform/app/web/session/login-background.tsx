/** Faint rows of a table behind the sign-in card. */
import css from './login.module.css'

const lines = Array.from({ length: 34 }, (_, index) => index)
const columns = [96, 272, 400, 528, 700, 868, 1010, 1130, 1270]
/** Columns with text, and the width of the longest. */
const texts = [
  [112, 126],
  [288, 72],
  [415, 68],
  [883, 96],
  [1026, 58],
  [1146, 84],
  [1286, 52],
] as const

/** Lengths without a visible pattern. */
const widthOf = (longest: number, line: number): number => longest * (0.5 + ((line * 7 + longest) % 12) / 24)

const Grid = () => (
  <g stroke="var(--line-strong)" opacity=".5">
    <path d={lines.map((line) => `M0 ${16.5 + line * 32}H1366`).join('')} />
    <path d={columns.map((x) => `M${x + 0.5} 0V1100`).join('')} opacity=".55" />
  </g>
)

const Bars = () => (
  <g fill="var(--line-strong)" opacity=".42">
    {texts.flatMap(([x, longest]) =>
      lines.map((line) => (
        <rect
          key={`${x}-${line}`}
          x={x}
          y={29 + line * 32}
          width={widthOf(longest, line)}
          height="6"
          rx="3"
        />
      )),
    )}
  </g>
)

/** Decoration only; hidden from screen readers. */
export const LoginBackground = () => (
  <svg
    className={css.background}
    viewBox="0 0 1366 768"
    preserveAspectRatio="xMidYMid slice"
    width="100%"
    height="100%"
    aria-hidden="true"
  >
    <defs>
      <radialGradient id="login-fade" cx="50%" cy="48%" r="62%">
        <stop offset="0" stopColor="#000" />
        <stop offset=".42" stopColor="#000" />
        <stop offset="1" stopColor="#fff" />
      </radialGradient>
      <mask id="login-mask">
        <rect width="1366" height="768" fill="url(#login-fade)" />
      </mask>
    </defs>
    <g mask="url(#login-mask)">
      <Grid />
      <Bars />
    </g>
  </svg>
)
