import { messages } from '@adire/contract/messages.ts'

/** Permanent banner at the top, so that nobody takes a test for a real payment. */
export function TestBanner() {
  return (
    <p role="status" className="stripes px-4 py-2 text-center text-sm font-medium text-warn print:hidden">
      {messages.modeLabel.TEST} — no real money moves
    </p>
  )
}
