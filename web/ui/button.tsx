import { messages } from '@adire/contract/messages.ts'
import { type ButtonHTMLAttributes, type ReactNode, useSyncExternalStore } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './spinner.tsx'

type Look = {
  /** One primary button per view: the specification calls it "the blue button". */
  tone?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  wide?: boolean
  icon?: ReactNode
}

const base =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md font-medium select-none ' +
  'transition-colors disabled:cursor-default aria-disabled:cursor-default [&_svg]:size-4 [&_svg]:shrink-0'

const tones = {
  primary:
    'bg-brand text-on-brand shadow-[inset_0_1px_0_rgb(255_255_255/.16)] enabled:hover:bg-brand-hover ' +
    '[a&]:hover:bg-brand-hover disabled:opacity-55',
  secondary:
    'border border-line-strong bg-surface text-ink shadow-e1 enabled:hover:bg-sunken [a&]:hover:bg-sunken ' +
    'disabled:text-muted disabled:opacity-70',
  ghost: 'text-ink-2 enabled:hover:bg-neutral-soft [a&]:hover:bg-neutral-soft disabled:opacity-60',
  danger:
    'bg-bad-fill text-white shadow-[inset_0_1px_0_rgb(255_255_255/.16)] enabled:hover:bg-bad-hover disabled:opacity-55',
}

const sizes = {
  sm: 'min-h-9 px-3.5 py-1 text-base pointer-coarse:min-h-11',
  md: 'min-h-10 px-4 py-1 text-base pointer-coarse:min-h-11',
  // Payers' pages use wide buttons, in languages with long words and on narrow phones.
  lg: 'min-h-12 px-6 py-1.5 text-md text-balance',
}

/** Classes only, for an element that is neither a button nor a router link. */
export function buttonClass({ tone = 'primary', size = 'sm', wide }: Look): string {
  return `${base} ${tones[tone]} ${sizes[size]} ${wide ? 'w-full' : ''}`
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean }

/** Button. While busy it keeps its colour and focus, shows "Please Wait..." and ignores clicks. On a server-rendered page it
 * is enabled by hydration: a click before would do nothing, and a native form submit would put the typed values into the URL. */
export function Button({
  tone,
  size,
  wide,
  icon,
  busy,
  className = '',
  children,
  type = 'button',
  disabled,
  ...rest
}: ButtonProps) {
  const early = !useStarted()
  return (
    <button
      {...rest}
      type={type}
      disabled={early || disabled}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      aria-disabled={busy || rest['aria-disabled']}
      className={`${buttonClass({ tone, size, wide })} ${early ? 'opacity-100!' : ''} ${className}`}
    >
      {busy ? <Spinner /> : icon}
      <span aria-live={busy === undefined ? undefined : 'polite'}>{busy ? messages.pleaseWait : children}</span>
    </button>
  )
}

const never = () => () => {}

/** Whether the page is hydrated: false on the server and during hydration. */
function useStarted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

export function LinkButton({ tone, size, wide, icon, className = '', children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={`${buttonClass({ tone, size, wide })} ${className}`}>
      {icon}
      {children}
    </Link>
  )
}

/** Square icon button; `label` is its accessible name and tooltip. Enabled by hydration, as a `Button` is. It does not grow with larger text,
 * nor does its icon, so that a row of them fits a phone. */
export function IconButton({
  label,
  children,
  className = '',
  type = 'button',
  disabled,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  const early = !useStarted()
  return (
    <button
      {...rest}
      type={type}
      disabled={early || disabled}
      aria-label={label}
      title={label}
      className={`inline-flex size-[36px] shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors enabled:hover:bg-neutral-soft disabled:opacity-45 pointer-coarse:size-[44px] [&_svg]:size-[18px] ${early ? 'opacity-100!' : ''} ${className}`}
    >
      {children}
    </button>
  )
}
