import type { ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { Button, type ButtonProps, IconButton, LinkButton } from './button.tsx'
import { type Denied, useDenial } from './denial.ts'
import { useDenialTip } from './use-denial-tip.tsx'

const deniedLook = 'cursor-not-allowed! opacity-55'

/** A button that not everybody may press. It tells the others why. */
export function AllowedButton({ needs, denied, ...rest }: ButtonProps & Denied) {
  const denial = useDenialTip(useDenial(needs) ?? denied)
  if (!denial) return <Button {...rest} />
  const { busy: _, className = '', ...look } = rest
  return (
    <>
      <Button {...look} {...denial.props} type="button" className={`${deniedLook} ${className}`} />
      {denial.tip}
    </>
  )
}

type AllowedLinkProps = LinkProps & Pick<ButtonProps, 'tone' | 'size' | 'wide' | 'icon'> & Denied

/** A link that looks like a button, to something that not everybody may do. */
export function AllowedLink({ needs, denied, ...rest }: AllowedLinkProps) {
  const reason = useDenial(needs) ?? denied
  if (!reason) return <LinkButton {...rest} />
  const { tone, size, wide, icon, className = '', children } = rest
  return (
    <AllowedButton {...{ tone, size, wide, icon, className }} denied={reason}>
      {children}
    </AllowedButton>
  )
}

type AllowedIconButtonProps = { label: string; className?: string; onClick: () => void; children: ReactNode } & Denied

/** A square icon button that not everybody may press. */
export function AllowedIconButton({ needs, denied, className = '', ...rest }: AllowedIconButtonProps) {
  const denial = useDenialTip(useDenial(needs) ?? denied)
  if (!denial) return <IconButton {...rest} className={className} />
  return (
    <>
      <IconButton {...rest} {...denial.props} className={`${deniedLook} ${className}`} />
      {denial.tip}
    </>
  )
}
