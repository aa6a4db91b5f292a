/** A value of five steps, such as an opportunity. */
export function Meter({ value, label }: { value: number; label: string }) {
  return (
    <svg className="meter" role="img" aria-label={`${label} ${value} of 5`} width={31} height={16}>
      {[0, 1, 2, 3, 4].map((place) => (
        <rect
          key={place}
          className={place < value ? 'on' : 'off'}
          x={place * 7 + (place < value ? 0 : 0.5)}
          y={place < value ? 1 : 1.5}
          width={place < value ? 3 : 2}
          height={place < value ? 14 : 13}
        />
      ))}
    </svg>
  )
}
