import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { labelIndexes } from './scale.ts'
import * as strings from './strings.ts'
import type { Probe } from './use-probe.ts'
import { shortDay } from './words.ts'

/**
 * A chart by day with its caption and, on request, its table. It is one focus stop: the arrow keys move by day, and
 * the values of the day are announced.
 */
export function ChartFrame({
  probe,
  caption,
  table,
  children,
}: {
  probe: Probe
  caption: ReactNode
  table: () => ReactNode
  children: ReactNode
}) {
  const [isTable, setTable] = useState(false)
  return (
    <figure>
      {/* biome-ignore-start lint/a11y: the chart is one focus stop, in which the arrow keys move */}
      <div
        className="chart-box"
        role="group"
        aria-label={strings.chartFrame.keyboardHint}
        tabIndex={0}
        onKeyDown={probe.press}
      >
        {children}
      </div>
      {/* biome-ignore-end lint/a11y: the chart is one focus stop, in which the arrow keys move */}
      <figcaption className="caption">
        {caption}
        <Button slim look="quiet" className="end" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? strings.chartFrame.hideTable : strings.chartFrame.showAsTable}
        </Button>
      </figcaption>
      {isTable && table()}
    </figure>
  )
}

/**
 * The position of a drawing in percent of the width; the rest has the axis and the labels. Each screen width has its
 * own, and the stylesheet shows one of them, so that nothing is measured.
 */
export type Frame = { className: string; height: number; start: number; width: number; days: number }

/** A drawing with its grid lines, the labels of its days and the area that follows the pointer. */
export function PlotFrame({
  frame,
  label,
  grid,
  days,
  xOfDay,
  probe,
  children,
}: {
  frame: Frame
  label: string
  /** The grid lines, with their positions in percent from the bottom. */
  grid: { at: number; label: string }[]
  days: string[]
  /** The position of the label of a day, in percent. */
  xOfDay: (index: number) => number
  probe: Probe
  children: ReactNode
}) {
  return (
    <svg className={frame.className} height={frame.height + 44} role="img" aria-label={label}>
      <svg y="12" height={frame.height} overflow="visible" aria-hidden="true">
        {grid.map((line) => (
          <g key={line.at}>
            <line
              className={line.at === 0 ? 'axis' : 'grid'}
              x1={`${frame.start}%`}
              x2={`${frame.start + frame.width}%`}
              y1={`${100 - line.at}%`}
              y2={`${100 - line.at}%`}
            />
            <At y={100 - line.at}>
              <text y="4">{line.label}</text>
            </At>
          </g>
        ))}
        <svg
          x={`${frame.start}%`}
          width={`${frame.width}%`}
          height="100%"
          overflow="visible"
          aria-hidden="true"
        >
          {children}
          {labelIndexes(days.length, frame.days).map((index) => (
            <At key={index} x={xOfDay(index)} y={100}>
              <text y="22" textAnchor={index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}>
                {shortDay(days[index] ?? '')}
              </text>
            </At>
          ))}
          <rect
            className="catch"
            width="100%"
            height="100%"
            onPointerMove={probe.point}
            onPointerDown={probe.point}
            onPointerLeave={probe.leave}
          />
        </svg>
      </svg>
    </svg>
  )
}

/** Content at a position in percent, in its own size. */
export function At({ x = 0, y = 0, children }: { x?: number; y?: number; children: ReactNode }) {
  return (
    <svg x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
      {children}
    </svg>
  )
}
