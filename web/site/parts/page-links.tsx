import { messages } from '@adire/contract/messages.ts'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'

export function CreateAccount({ label = messages.footerCreateAccount }: { label?: string }) {
  return (
    <a href="/register" className={buttonClass({ size: 'lg' })}>
      {label}
      <ArrowRight strokeWidth={1.75} aria-hidden="true" />
    </a>
  )
}

export function OtherPage({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={buttonClass({ tone: 'secondary', size: 'lg' })}>
      {children}
    </a>
  )
}

export const textLink = 'font-medium text-link underline decoration-1 underline-offset-2 hover:decoration-2'
