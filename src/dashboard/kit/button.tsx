import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import * as strings from './strings.ts'

/**
 * One primary button per page; plain in a row; quiet without a border; danger for actions that cannot be
 * undone; bare for custom styles.
 */
export type ButtonStyle = 'primary' | 'plain' | 'quiet' | 'danger' | 'bare'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  look?: ButtonStyle
  slim?: boolean
  iconOnly?: boolean
  /** The label while it runs, such as "Publishing"; the button is then disabled. */
  busy?: string | false
  /** The keyboard shortcut. */
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
      title={shortcut && strings.button.shortcut(shortcut)}
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
    </button>
  )
}

type LinkProps = {
  href: string
  look?: ButtonStyle
  slim?: boolean
  children: ReactNode
  className?: string
  'aria-label'?: string
}

/** A link in the style of a button. */
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
  look?: ButtonStyle
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
