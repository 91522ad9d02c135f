import { messages } from '@adire/contract/messages.ts'

/** Style of everything that exists in test mode only. */
export const testFrame = 'rounded-md border border-dashed border-warn/60 text-sm print:hidden'

/** Placeholder of the closed list of test cards or accounts, with the same height, so that nothing below moves. */
export const InstrumentsFrame = ({ title }: { title: string }) => (
  <p className={`${testFrame} flex min-h-[46px] items-center px-3 font-medium text-warn`}>
    {messages.modeLabel.TEST}: {title}
  </p>
)
