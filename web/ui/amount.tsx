import { formatNaira } from '@adire/contract/money.ts'

type AmountProps = {
  kobo: number
  /** `text` has one colour; the other sizes mute NGN and the decimals. */
  size?: 'text' | 'figure' | 'detail' | 'hero'
  className?: string
}

/** A figure gets smaller in a narrow tile, such as beside details on a tablet, before NGN is on a line of its own. */
const sizes = {
  figure: [
    'text-[length:clamp(1rem,10cqi,1.375rem)] leading-7 tracking-[-0.015em] font-semibold max-sm:text-lg',
    'text-[length:0.73em] max-sm:text-xs',
  ],
  detail: ['text-2xl font-semibold', 'text-lg'],
  hero: ['text-3xl font-semibold', 'text-lg'],
} as const

export function Amount({ kobo, size = 'text', className = '' }: AmountProps) {
  const text = formatNaira(kobo)
  if (size === 'text') return <span className={`figures font-medium whitespace-nowrap ${className}`}>{text}</span>
  const [figure, currency] = sizes[size]
  const number = text.replace('NGN', '').replace(/\s/g, '')
  return (
    <span className={`figures ${figure} ${className}`}>
      <span className={`font-normal tracking-normal text-muted ${currency}`}>NGN</span>{' '}
      <span className="whitespace-nowrap">
        {number.slice(0, -3)}
        <span className="text-muted">{number.slice(-3)}</span>
      </span>
    </span>
  )
}
