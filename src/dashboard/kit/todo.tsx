import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'

/** One item of a list: title, sentence, tally and link. */
export function Todo({
  icon,
  title,
  href,
  text,
  draw,
  action,
  primary,
  bad,
}: {
  icon: LucideIcon
  title: string
  href: string
  text: string
  draw?: ReactNode
  action: string
  primary?: boolean
  bad?: boolean
}) {
  return (
    <li className={bad ? 'bad' : undefined}>
      <Icon of={icon} />
      <Link className="t" href={href} data-row="">
        {title}
      </Link>
      <p>{text}</p>
      <div className="draw">{draw}</div>
      <div className="act">
        <ButtonLink slim look={primary ? 'primary' : 'plain'} href={href} aria-label={`${action}: ${title}`}>
          {action}
        </ButtonLink>
      </div>
    </li>
  )
}
