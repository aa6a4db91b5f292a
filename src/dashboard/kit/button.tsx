import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'

/**
 * One primary a page; plain for what stands in a row; quiet without a border; danger for what cannot be undone; bare for
 * what draws itself.
 */
export type Look = 'primary' | 'plain' | 'quiet' | 'danger' | 'bare'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  look?: Look
  slim?: boolean
  iconOnly?: boolean
  /** The verb while it happens, such as "Publishing"; the button then cannot be pressed again. */
  busy?: string | false
  /** The key that does the same. */
  shortcut?: string
  className?: string
}

export function Button({
  look = 'plain',
  slim,
  iconOnly,
  busy,
  shortcut,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look: busy ? 'plain' : look, slim, iconOnly, busy: Boolean(busy), className })}
      aria-disabled={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          <Icon of={LoaderCircle} />
          {busy}
        </>
      ) : (
        children
      )}
      {shortcut && !busy && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  )
}

type LinkProps = {
  href: string
  look?: Look
  slim?: boolean
  children: ReactNode
  className?: string
  'aria-label'?: string
}

/** A link that looks like a button: it leads somewhere instead of doing something. */
export function ButtonLink({ href, look = 'plain', slim, children, className, ...rest }: LinkProps) {
  return (
    <Link href={href} className={buttonClass({ look, slim, className })} {...rest}>
      {children}
    </Link>
  )
}

export function buttonClass({
  look = 'plain',
  slim,
  iconOnly,
  busy,
  className,
}: {
  look?: Look
  slim?: boolean
  iconOnly?: boolean
  busy?: boolean
  className?: string
}): string {
  if (look === 'bare') return className ?? ''
  const words = [
    'button',
    look !== 'plain' && look,
    slim && 'slim',
    iconOnly && 'icon-only',
    busy && 'busy',
    className,
  ]
  return words.filter(Boolean).join(' ')
}
