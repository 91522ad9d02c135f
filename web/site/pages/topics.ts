interface Guide {
  title: string
  steps: readonly string[]
}

/** Help pages. Names of screens and buttons must match the dashboard. */
export const helpTopics: readonly { id: string; heading: string; guides: readonly Guide[] }[] = [
  {
    id: 'begin',
    heading: 'Begin',
    guides: [
      {
        title: 'Create an account',
        steps: [
          'Choose Register, and enter the name of your business, its country, your email address and a password.',
          'Open the link in the email we send you. No email? Look in your spam folder, or send it again from the same page.',
          'Sign in and tell us about your business. That opens the dashboard in Test Mode.',
        ],
      },
      {
        title: 'Take a test payment',
        steps: [
          'Under Payment Links choose New payment link, give it a name and create it.',
          'Choose Preview payment page. Your customers will see the same page, without the striped Test Mode bar.',
          'Pay with one of the test cards on the page. Each has its own outcome.',
          'Back in the dashboard, the payment is in Transactions, with its fee and what you receive.',
        ],
      },
    ],
  },
  {
    id: 'collect',
    heading: 'Collect',
    guides: [
      {
        title: 'Share a payment link',
        steps: [
          'Open the link in Payment Links. Copy link copies its address; WhatsApp and Email write the message for you.',
          'For a counter or a leaflet, download the QR code.',
          'To stop taking payments, switch Published off. Anyone who opens the link then sees that it is closed.',
        ],
      },
      {
        title: 'Ask questions at checkout',
        steps: [
          'Edit the link and open its options.',
          'Add your own fields, ask for a phone number, set a last day or a number of payments.',
          'The answers are on each payment and in exports.',
        ],
      },
    ],
  },
  {
    id: 'invoices',
    heading: 'Invoices',
    guides: [
      {
        title: 'Send an invoice',
        steps: [
          'Under Invoices choose New invoice. Choose a customer or add one, then enter what it is for, the amount and a due date. For several items, a discount or tax choose Create an itemised invoice.',
          'The preview shows what the customer will see. Review it and send it.',
          'The customer pays with the button in the email, in full or in part where you allow it. Reminders are sent on the days you chose.',
          'Paid in cash? Record the payment, with a note.',
        ],
      },
    ],
  },
  {
    id: 'refunds',
    heading: 'Refunds and disputes',
    guides: [
      {
        title: 'Refund a payment',
        steps: [
          'Open the payment in Transactions and choose Refund.',
          'The remaining amount is filled in; change it for a partial refund, and give a reason.',
          'The customer is refunded through the channel of the payment. If the bank cannot do that, we ask you for an account.',
        ],
      },
      {
        title: 'Answer a dispute',
        steps: [
          'A notification and an email name the deadline. Open the dispute from there, or from Transactions.',
          'Tell the bank what happened, and add evidence: a receipt, a delivery note, messages.',
          'Contest it, or accept it and refund all or part of the money. If you don’t respond in time, it is accepted automatically.',
        ],
      },
    ],
  },
  {
    id: 'live',
    heading: 'Go live',
    guides: [
      {
        title: 'Get your business approved',
        steps: [
          'Onboarding lists what we need from your type of business: details, identity numbers, documents, a bank account.',
          'Submit each; you see its status beside it. If one must be sent again, you see the reason.',
          'Ask to go live from the mode switch. When that is approved, the switch leads to Live Mode.',
          'Links, customers and payments of Test Mode stay there. Live Mode starts empty, with its own keys.',
        ],
      },
    ],
  },
  {
    id: 'account',
    heading: 'Your account',
    guides: [
      {
        title: 'Turn on two-factor authentication',
        steps: [
          'Open your profile in Settings, and set it up with an authenticator app.',
          'Keep the recovery codes in a safe place: each works once, if the phone is lost.',
        ],
      },
      {
        title: 'A forgotten password',
        steps: [
          'On the sign-in page choose Forgot password? and enter your email.',
          'The link in the email works once, for one hour. A new password signs out every device.',
        ],
      },
      {
        title: 'Something looks wrong',
        steps: [
          'In your profile, sign out devices you don’t recognise, and change the password.',
          'Under Api keys, rotate any key that others may have seen.',
          'Settings also holds the audit log: who changed what, and from where.',
        ],
      },
    ],
  },
]
