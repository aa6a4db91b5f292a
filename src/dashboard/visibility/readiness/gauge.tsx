import * as strings from './strings.ts'

/** Where the bands of the score begin. */
const great = 90
const bands = [50, great]

/** A score of 0 to 100 on a rail with the limits of its bands. */
export function Gauge({ score }: { score: number }) {
  return (
    <svg
      className="gauge"
      role="img"
      aria-label={strings.readiness.scoreLabel(score)}
      width="100%"
      height="34"
    >
      <line className="rail" x1="0" x2="100%" y1="8" y2="8" />
      <line className="fill" x1="0" x2={`${score}%`} y1="8" y2="8" />
      {bands.map((band) => (
        <g key={band}>
          <line className="limit" x1={`${band}%`} x2={`${band}%`} y1="0" y2="16" />
          <text x={`${band}%`} y="30" textAnchor={band === great ? 'end' : 'middle'}>
            {band === great ? strings.readiness.greatFrom(band) : band}
          </text>
        </g>
      ))}
      <text x="0" y="30">
        0
      </text>
      <text x="100%" y="30" textAnchor="end">
        100
      </text>
    </svg>
  )
}
