import type { SocialNetwork } from '@adire/contract/brand.ts'

/** Logos as plain shapes on a 24-unit grid, filled by the even-odd rule. */
export const socialGlyphs: Record<SocialNetwork, string> = {
  X: 'M3.5 4h4.9l4.1 5.5L17.3 4h2.4l-6.1 7 6.9 9h-4.9l-4.5-6-5.3 6H3.4l6.6-7.6Zm3.4 1.7 9.5 12.6h1.2L8.1 5.7Z',
  Instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 1.9A3.1 3.1 0 0 0 4.9 8v8A3.1 3.1 0 0 0 8 19.1h8a3.1 3.1 0 0 0 3.1-3.1V8A3.1 3.1 0 0 0 16 4.9Zm4 2.5a4.6 4.6 0 1 1 0 9.2 4.6 4.6 0 1 1 0-9.2Zm0 1.9a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 1 0 0-5.4Zm4.8-3.4a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 1 1 0-2.2Z',
  Facebook:
    'M13.5 21v-7.5h2.6l.5-3.2h-3.1V8.3c0-1 .4-1.7 1.8-1.7h1.5V3.8C16.4 3.7 15.5 3.6 14.5 3.6c-2.5 0-4.2 1.5-4.2 4.3v2.4H7.5v3.2h2.8V21Z',
  LinkedIn:
    'M4 9h3.4v11H4ZM5.7 3.6a2 2 0 1 1 0 4 2 2 0 1 1 0-4ZM9.6 9h3.2v1.5c.6-1 1.7-1.8 3.4-1.8 3 0 3.9 1.9 3.9 4.9V20h-3.4v-5.7c0-1.5-.3-2.6-1.7-2.6-1.4 0-2 1-2 2.6V20H9.6Z',
  YouTube: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3Zm5 3.5v7l6-3.5Z',
}
