import { messages } from '@adire/contract/messages.ts'

/** How whatever is there in test mode only looks. */
export const testFrame = 'rounded-md border border-dashed border-warn/60 text-sm print:hidden'

/** Stands where the list of cards or accounts comes, closed and as tall as it, so that nothing below moves. */
export const InstrumentsFrame = ({ title }: { title: string }) => (
  <p className={`${testFrame} flex min-h-[46px] items-center px-3 font-medium text-warn`}>
    {messages.modeLabel.TEST}: {title}
  </p>
)
