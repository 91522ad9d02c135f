"""Client of the payments API for Python 3.9 or later: one file, which needs only the standard library.

    import os
    from adire import Client

    adire = Client(os.environ['ADIRE_SECRET_KEY'], 'https://pay.example')
    charge = adire.initialise_charge(amountKobo=250000, email='ada@example.com', reference='order-1')
    # Redirect the payer to charge['authorizationUrl'].

MIT licence. Copyright (c) 2026 Adire.

Amounts are integers in kobo. Responses are dictionaries, with the fields of the API reference.
"""

import base64
import hashlib
import hmac
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.request
import uuid
from urllib.parse import quote

# Longest wait between two attempts in seconds. When the server requires a longer one, the error is raised instead.
_LONGEST_WAIT = 20.0
# Number of retries while an earlier attempt, which got no response, still runs: longer than it can run.
_RUNNING_RETRIES = 20


class CallError(Exception):
    """Error response of the API. `status` is 0 if there was no response."""

    def __init__(self, status, code, message, fields=(), request_id=None):
        super().__init__(message)
        self.status = status
        self.code = code
        self.fields = list(fields)
        self.request_id = request_id


class WebhookError(Exception):
    """A webhook delivery whose signature or time is not valid."""


class Client:
    """Calls of one business, which the secret key determines, as it does the mode.

    `timeout`: of one attempt, in seconds. `retries`: when the service is busy (429, 503) or unreachable.
    """

    def __init__(self, key, base_url, timeout=30.0, retries=2):
        mode = re.match(r'sk_(test|live)_', key)
        if not mode:
            raise ValueError('The key is a secret key: it begins with sk_test_ or sk_live_')
        self._key = key
        self._url = f"{base_url.rstrip('/')}/{mode.group(1)}"
        self._timeout = timeout
        self._retries = retries

    def initialise_charge(self, idempotency_key=None, **charge):
        """Creates a charge. Redirect the payer to `authorizationUrl` of the response."""
        return self.create('collections/charges/initialise', charge, idempotency_key)

    def verify_charge(self, reference):
        """The charge. Deliver if `status` is `success` and `amountKobo` is the amount of the order."""
        return self.call('GET', f"collections/charges/verify/{quote(reference, safe='')}")

    def charge_saved_card(self, saved_card_id, idempotency_key=None, **charge):
        """Charges a saved card. `status` of the response is the outcome."""
        path = f"collections/saved-cards/{quote(saved_card_id, safe='')}/charges"
        return self.create(path, charge, idempotency_key)

    def request_refund(self, payment_id, idempotency_key=None, **refund):
        """Refunds a payment: `amountKobo` and `reason`."""
        return self.create(f"collections/payments/{quote(payment_id, safe='')}/refunds", refund, idempotency_key)

    def get_refund(self, refund_id):
        return self.call('GET', f"collections/refunds/{quote(refund_id, safe='')}")

    def create(self, path, body, idempotency_key=None):
        """A call that creates something: all attempts send the same `Idempotency-Key`, so that it happens once."""
        return self.call('POST', path, body, idempotency_key or str(uuid.uuid4()))

    def call(self, method, path, body=None, idempotency_key=None):
        """Any other call of the reference: `adire.call('GET', 'core/customers?limit=20')`. Raises `CallError`."""
        is_repeatable = method == 'GET' or idempotency_key is not None
        attempt = 0
        while True:
            try:
                return self._send(method, path, body, idempotency_key)
            except _Failed as failed:
                wait = self._wait_before_retry(failed, is_repeatable, attempt)
                if wait is None:
                    raise failed.error from None
                time.sleep(wait)
                attempt += 1

    def _send(self, method, path, body, idempotency_key):
        headers = {'Authorization': f'Bearer {self._key}', 'Accept': 'application/json'}
        if idempotency_key is not None:
            headers['Idempotency-Key'] = idempotency_key
        data = None
        if body is not None:
            headers['Content-Type'] = 'application/json'
            data = json.dumps(body).encode()
        request = urllib.request.Request(f'{self._url}/{path}', data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                text = response.read()
        except urllib.error.HTTPError as response:
            with response:
                raise _Failed(_to_error(response.code, response.read()), response.headers.get('Retry-After')) from None
        except (OSError, http.client.HTTPException) as cause:
            reason = getattr(cause, 'reason', cause)
            raise _Failed(CallError(0, 'no_response', f'No response from {self._url}: {reason}')) from None
        return json.loads(text) if text else {}

    def _wait_before_retry(self, failed, is_repeatable, attempt):
        """Seconds until the next attempt; None if there is none, because it could repeat an effect or would not help."""
        status = failed.error.status
        is_running = failed.error.code == 'idempotency_in_progress'
        most = _RUNNING_RETRIES if is_running and self._retries > 0 else self._retries
        if attempt >= most or not (status in (429, 503) or is_running or (status == 0 and is_repeatable)):
            return None
        try:
            wait = float(failed.retry_after)
        except (TypeError, ValueError):
            wait = 0.5 * 2**attempt * (0.5 + random.random())
        return wait if 0 <= wait <= _LONGEST_WAIT else None


class _Failed(Exception):
    def __init__(self, error, retry_after=None):
        super().__init__()
        self.error = error
        self.retry_after = retry_after


def _to_error(status, text):
    try:
        problem = json.loads(text)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        problem = {}
    return CallError(
        status,
        problem.get('code', 'unknown'),
        problem.get('message', f'The response is {status}'),
        problem.get('errors', ()),
        problem.get('requestId'),
    )


def verify_webhook(body, headers, secret, now=None):
    """Event of a webhook delivery, after its signature and time are verified.

    `body`: the raw request body (bytes), before any parsing. `headers`: a mapping, names in any case.
    `secret`: of the endpoint, `whsec_…`. Raises `WebhookError`.
    """
    given = {name.lower(): value for name, value in headers.items()}
    for name in ('webhook-id', 'webhook-timestamp', 'webhook-signature'):
        if not given.get(name):
            raise WebhookError(f'There is no header {name}')
    timestamp = given['webhook-timestamp']
    if not re.fullmatch(r'[0-9]{1,12}', timestamp):
        raise WebhookError('The timestamp is not one')
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        raise WebhookError('The delivery is too old, or from the future')
    try:
        key = base64.b64decode(re.sub(r'^whsec_', '', secret), validate=True)
    except ValueError:
        key = b''
    if not key:
        raise WebhookError('The secret is not one: it begins with whsec_')
    raw = body.encode() if isinstance(body, str) else bytes(body)
    mac = hmac.new(key, f"{given['webhook-id']}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    expected = 'v1,' + base64.b64encode(mac).decode()
    # After a secret is rolled there are two signatures for 24 hours.
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in given['webhook-signature'].split(' ')):
        raise WebhookError('The signature does not fit')
    try:
        event = json.loads(raw)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookError('The body is not JSON')
    return event
