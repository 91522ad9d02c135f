import { markPaths } from '../art/mark.ts'
import { useProductName } from './product.tsx'

export function Mark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={`shrink-0 ${className}`} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2450d8" />
      <path fill="#f4efe4" d={markPaths.chalk} />
      <path fill="#9db5ff" d={markPaths.mist} />
    </svg>
  )
}

export function Logo({ className = '' }: { className?: string }) {
  return (
    <span className={`flex items-center gap-2.5 text-[17px] font-semibold tracking-[-0.02em] ${className}`}>
      <Mark />
      {useProductName()}
    </span>
  )
}
