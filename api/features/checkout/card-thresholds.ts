import { minuteMs } from '@adire/contract/durations.ts'

/**
 * Limits against card testing (trying stolen cards), which causes many declines in a short time. A payer and a card have a fixed
 * limit. A page, a merchant or an IP address can serve thousands of payers (a campus, a market, a mobile network behind one
 * address), so these are limited by their decline rate, at a rate that normal traffic never reaches: about a third of honest card
 * payments is declined. An email can be typed by anybody, so a payer is an email in one network; declines of an email from all
 * networks have a limit that one stranger cannot reach alone.
 */
export const declinesPerPayer = 10
export const declinesPerEmail = 30
export const declinesPerCard = { LIVE: 10, TEST: 60 }
export const cardsOfPayer = 10

export const scopeWindowMs = 10 * minuteMs
/** Limit per scope in ten minutes: this many declines, and more than four for each success. */
export const declinesPerScope = { address: 30, page: 60, business: 150 }
export const declinesPerSuccess = 4
/** Counting stops here, which bounds the cost per payment of a busy merchant. */
export const maxCountedDeclines = 2_000
export const countedSuccesses = maxCountedDeclines / declinesPerSuccess

export type LimitScope = keyof typeof declinesPerScope
export const scopeNames = Object.keys(declinesPerScope) as LimitScope[]
