import { createElement, type SVGProps } from 'react'

type Drawing = { node: [tag: string, attributes: object][] }

/** Replaces the component of Lucide, which derives the attributes of an icon again at each rendering. */
export function LucideIcon({ icon, ...given }: SVGProps<SVGSVGElement> & { icon: Drawing }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...given}
    >
      {icon.node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
