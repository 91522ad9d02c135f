/** In place of what the queue brings for calendar rules (RFC 5545): our timetable is made of cron expressions. */
export class RRuleTemporal {
  constructor() {
    throw new Error('Calendar rules are left out of this build: see api/build.mjs')
  }
}
