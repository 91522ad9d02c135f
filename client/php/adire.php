<?php
/**
 * Client of the payments API for PHP 8.1 or later: one file, which needs only the curl extension.
 *
 *     require 'adire.php';
 *     $adire = new Adire\Client(getenv('ADIRE_SECRET_KEY'), 'https://pay.example');
 *     $charge = $adire->initialiseCharge(['amountKobo' => 250000, 'email' => 'ada@example.com', 'reference' => 'order-1']);
 *     header('Location: ' . $charge['authorizationUrl']);
 *
 * MIT licence. Copyright (c) 2026 Adire.
 *
 * Amounts are integers in kobo. Responses are associative arrays, with the fields of the API reference.
 */

declare(strict_types=1);

namespace Adire;

/** Error response of the API. `status` is 0 if there was no response. */
final class CallError extends \RuntimeException
{
    /** @param list<array{field: string, message: string}> $fields */
    public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        string $message,
        public readonly array $fields = [],
        public readonly ?string $requestId = null,
    ) {
        parent::__construct($message);
    }
}

/** A webhook delivery whose signature or time is not valid. */
final class WebhookError extends \RuntimeException
{
}

final class Client
{
    /** Longest wait between two attempts in seconds. When the server requires a longer one, the error is thrown instead. */
    private const LONGEST_WAIT = 20.0;

    /** Number of retries while an earlier attempt, which got no response, still runs: longer than it can run. */
    private const RUNNING_RETRIES = 20;

    private readonly string $mode;

    /**
     * @param string $key Secret key, `sk_test_…` or `sk_live_…`. It determines the business and the mode.
     * @param string $baseUrl URL of the API, such as `https://pay.example`.
     * @param int $timeout Timeout of one attempt in seconds.
     * @param int $retries Number of retries when the service is busy (429, 503) or unreachable.
     */
    public function __construct(
        private readonly string $key,
        private readonly string $baseUrl,
        private readonly int $timeout = 30,
        private readonly int $retries = 2,
    ) {
        if (preg_match('/^sk_(test|live)_/', $key, $found) !== 1) {
            throw new \InvalidArgumentException('The key is a secret key: it begins with sk_test_ or sk_live_');
        }
        $this->mode = $found[1];
    }

    /** Creates a charge. Redirect the payer to `authorizationUrl` of the response. */
    public function initialiseCharge(array $charge, ?string $idempotencyKey = null): array
    {
        return $this->create('collections/charges/initialise', $charge, $idempotencyKey);
    }

    /** The charge with this reference. Deliver if `status` is `success` and `amountKobo` is the amount of the order. */
    public function verifyCharge(string $reference): array
    {
        return $this->call('GET', 'collections/charges/verify/' . rawurlencode($reference));
    }

    /** Charges a saved card. `status` of the response is the outcome. */
    public function chargeSavedCard(string $savedCardId, array $charge, ?string $idempotencyKey = null): array
    {
        return $this->create('collections/saved-cards/' . rawurlencode($savedCardId) . '/charges', $charge, $idempotencyKey);
    }

    /** Refunds a payment: `amountKobo` and `reason`. */
    public function requestRefund(string $paymentId, array $refund, ?string $idempotencyKey = null): array
    {
        return $this->create('collections/payments/' . rawurlencode($paymentId) . '/refunds', $refund, $idempotencyKey);
    }

    public function getRefund(string $refundId): array
    {
        return $this->call('GET', 'collections/refunds/' . rawurlencode($refundId));
    }

    /** A call that creates something: all attempts send the same `Idempotency-Key`, so that it happens once. */
    public function create(string $path, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('POST', $path, $body, $idempotencyKey ?? bin2hex(random_bytes(16)));
    }

    /**
     * Any other call of the reference: `$adire->call('GET', 'core/customers?limit=20')`.
     *
     * @throws CallError
     */
    public function call(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null): array
    {
        for ($attempt = 0; ; $attempt++) {
            [$status, $headers, $text] = $this->send($method, $path, $body, $idempotencyKey);
            if ($status >= 200 && $status < 300) {
                return $text === '' ? [] : json_decode($text, true, 512, JSON_THROW_ON_ERROR);
            }
            $error = $this->toError($status, $text);
            $wait = $this->waitBeforeRetry($error, $headers, $method === 'GET' || $idempotencyKey !== null, $attempt);
            if ($wait === null) {
                throw $error;
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** @return array{int, array<string, string>, string} Status, headers and body; status 0 and the reason if there is no response. */
    private function send(string $method, string $path, ?array $body, ?string $idempotencyKey): array
    {
        $sent = ['Authorization: Bearer ' . $this->key, 'Accept: application/json'];
        if ($idempotencyKey !== null) {
            $sent[] = 'Idempotency-Key: ' . $idempotencyKey;
        }
        $headers = [];
        $curl = curl_init(rtrim($this->baseUrl, '/') . '/' . $this->mode . '/' . $path);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_CONNECTTIMEOUT => 10,
            CURLOPT_TIMEOUT => $this->timeout,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTPS | CURLPROTO_HTTP,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            $sent[] = 'Content-Type: application/json';
            curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode((object) $body, JSON_THROW_ON_ERROR));
        }
        curl_setopt($curl, CURLOPT_HTTPHEADER, $sent);
        $text = curl_exec($curl);
        if ($text === false) {
            return [0, [], curl_error($curl)];
        }
        return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $headers, (string) $text];
    }

    /** Seconds until the next attempt; null if there is none, because it could repeat an effect or would not help. */
    private function waitBeforeRetry(CallError $error, array $headers, bool $isRepeatable, int $attempt): ?float
    {
        $isRunning = $error->errorCode === 'idempotency_in_progress';
        $most = $isRunning && $this->retries > 0 ? self::RUNNING_RETRIES : $this->retries;
        $isThrottled = $error->status === 429 || $error->status === 503 || $isRunning;
        if ($attempt >= $most || !($isThrottled || ($error->status === 0 && $isRepeatable))) {
            return null;
        }
        $retryAfter = $headers['retry-after'] ?? '';
        $wait = is_numeric($retryAfter) ? (float) $retryAfter : 0.5 * 2 ** $attempt * (0.5 + mt_rand() / mt_getrandmax());
        return $wait <= self::LONGEST_WAIT ? $wait : null;
    }

    private function toError(int $status, string $text): CallError
    {
        if ($status === 0) {
            return new CallError(0, 'no_response', 'No response from ' . $this->baseUrl . ': ' . $text);
        }
        $problem = json_decode($text, true);
        $problem = is_array($problem) ? $problem : [];
        return new CallError(
            $status,
            $problem['code'] ?? 'unknown',
            $problem['message'] ?? 'The response is ' . $status,
            $problem['errors'] ?? [],
            $problem['requestId'] ?? null,
        );
    }
}

/**
 * Event of a webhook delivery, after its signature and time are verified.
 *
 *     $event = Adire\verifyWebhook(file_get_contents('php://input'), getallheaders(), getenv('ADIRE_WEBHOOK_SECRET'));
 *
 * @param string $body Raw request body, before any parsing.
 * @param array<string, string> $headers Request headers, names in any case.
 * @param string $secret Secret of the endpoint, `whsec_…`.
 * @throws WebhookError
 */
function verifyWebhook(string $body, array $headers, string $secret, ?int $now = null): array
{
    $headers = array_change_key_case($headers);
    foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
        if (!is_string($headers[$name] ?? null) || $headers[$name] === '') {
            throw new WebhookError('There is no header ' . $name);
        }
    }
    $timestamp = $headers['webhook-timestamp'];
    if (preg_match('/^\d{1,12}$/', $timestamp) !== 1) {
        throw new WebhookError('The timestamp is not one');
    }
    if (abs(($now ?? time()) - (int) $timestamp) > 300) {
        throw new WebhookError('The delivery is too old, or from the future');
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    if ($key === false || $key === '') {
        throw new WebhookError('The secret is not one: it begins with whsec_');
    }
    $signed = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    // After a secret is rolled there are two signatures for 24 hours.
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            $event = json_decode($body, true);
            if (!is_array($event)) {
                throw new WebhookError('The body is not JSON');
            }
            return $event;
        }
    }
    throw new WebhookError('The signature does not fit');
}
