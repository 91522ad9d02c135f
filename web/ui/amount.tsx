import { formatNaira } from '@adire/contract/money.ts'
import type { CSSProperties } from 'react'

type AmountProps = {
  kobo: number
  /** `text` has one colour; the other sizes mute NGN and the decimals. */
  size?: 'text' | 'figure' | 'detail' | 'hero'
  className?: string
}

const sizes = {
  figure: ['fitting-figure', 'text-[length:0.7em] leading-none'],
  detail: ['text-2xl font-semibold', 'text-[length:0.7em]'],
  hero: ['text-3xl font-semibold', 'text-lg'],
} as const

/** Width of the smaller NGN and its space, in characters of the number. */
const currencyCharacters = 3

export function Amount({ kobo, size = 'text', className = '' }: AmountProps) {
  const text = formatNaira(kobo)
  if (size === 'text') return <span className={`figures font-medium whitespace-nowrap ${className}`}>{text}</span>
  const [figure, currency] = sizes[size]
  const number = text.replace('NGN', '').replace(/\s/g, '')
  return (
    <span
      className={`figures ${figure} ${className}`}
      style={size === 'figure' ? ({ '--characters': number.length + currencyCharacters } as CSSProperties) : undefined}
    >
      <span className={`font-normal tracking-normal text-muted ${currency}`}>NGN</span>{' '}
      <span className="whitespace-nowrap">
        {number.slice(0, -3)}
        <span className="text-muted">{number.slice(-3)}</span>
      </span>
    </span>
  )
}
