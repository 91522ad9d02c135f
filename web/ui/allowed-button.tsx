import type { MouseEvent } from 'react'
import type { LinkProps } from 'react-router'
import { Button, type ButtonProps, LinkButton } from './button.tsx'

/** Why the user may not press a button: it stays in the order of the keyboard, explains itself and does nothing. */
export type Denied = { denied?: string | undefined }

const deniedLook = 'cursor-not-allowed! opacity-55'

/** A button that explains why the user may not press it. */
export function AllowedButton({ denied, ...rest }: ButtonProps & Denied) {
  if (!denied) return <Button {...rest} />
  const { onClick: _, busy: __, className = '', ...look } = rest
  return (
    <Button
      {...look}
      type="button"
      aria-disabled
      title={denied}
      aria-description={denied}
      onClick={(event: MouseEvent) => event.preventDefault()}
      className={`${deniedLook} ${className}`}
    />
  )
}

type AllowedLinkProps = LinkProps & Pick<ButtonProps, 'tone' | 'size' | 'wide' | 'icon'> & Denied

/** A link that looks like a button, and explains why the user may not follow it. */
export function AllowedLink({ denied, ...rest }: AllowedLinkProps) {
  if (!denied) return <LinkButton {...rest} />
  const { tone, size, wide, icon, className = '', children } = rest
  return <AllowedButton {...{ tone, size, wide, icon, className, denied }}>{children}</AllowedButton>
}
