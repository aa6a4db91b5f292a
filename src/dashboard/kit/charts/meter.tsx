import * as strings from './strings.ts'

const steps = [1, 2, 3, 4, 5]

/** A level of five, as ticks: those above the level are short and hollow. */
export function Meter({ level, label }: { level: number; label: string }) {
  return (
    <svg
      className="meter"
      role="img"
      aria-label={strings.meter.outOfFive(label, level)}
      width="31"
      height="16"
    >
      {steps.map((step) => {
        const x = (step - 1) * 7
        return step <= level ? (
          <rect key={step} className="on" x={x} y="0" width="3" height="16" />
        ) : (
          <rect key={step} className="off" x={x + 0.5} y="5.5" width="2" height="5" />
        )
      })}
    </svg>
  )
}
