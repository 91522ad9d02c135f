/** Stub for the queue's calendar rules (RFC 5545): our schedules are cron expressions. */
export class RRuleTemporal {
  constructor() {
    throw new Error('Calendar rules are left out of this build: see api/build.mjs')
  }
}
