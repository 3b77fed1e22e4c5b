/** Faint rows of a table behind the sign-in card. */
import css from './login.module.css'

const lines = Array.from({ length: 34 }, (_, index) => index)
const columns = [96, 272, 400, 528, 700, 868, 1010, 1130, 1270]
const bars = [
  { x: 112, width: [60, 97, 64, 101, 81, 60, 73, 110, 112, 127, 86, 109] },
  { x: 288, width: [72, 72, 60, 72, 72, 72, 72, 66, 72, 72, 60, 72] },
  { x: 415, width: [40, 62, 67, 50, 60, 62, 60, 40, 55, 64, 48, 60] },
  { x: 883, width: [50, 80, 95, 62, 88, 72, 95, 60, 84, 90, 66, 72] },
  { x: 1026, width: [58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58] },
  { x: 1146, width: [44, 64, 80, 44, 83, 64, 78, 80, 44, 83, 80, 64] },
  { x: 1286, width: [52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52] },
]

const Grid = () => (
  <g stroke="var(--line-strong)" strokeWidth="1" opacity=".5">
    {lines.map((line) => (
      <path key={line} d={`M0 ${16.5 + line * 32}H1366`} />
    ))}
    {columns.map((x) => (
      <path key={x} d={`M${x + 0.5} 0V1100`} opacity=".55" />
    ))}
  </g>
)

const Bars = () => (
  <g fill="var(--line-strong)" opacity=".42">
    {bars.flatMap(({ x, width }) =>
      lines
        .slice(0, 21)
        .map((line) => (
          <rect key={`${x}-${line}`} x={x} y={29 + line * 32} width={width[line % 12]} height="6" rx="3" />
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
