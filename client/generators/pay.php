<?php
// Creates a charge with the generated client, reads it again, and expects the error of an unknown one.
declare(strict_types=1);

namespace GuzzleHttp\Psr7 {
    // The generator's version calls a function of guzzlehttp/psr7 1, which is a method since 2.
    function build_query(array $values): string
    {
        return Query::build($values);
    }
}

namespace {
    require '/usr/share/php/GuzzleHttp/autoload.php';
    spl_autoload_register(static function (string $class): void {
        $prefix = 'OpenAPI\\Client\\';
        if (str_starts_with($class, $prefix)) {
            require getenv('CLIENTS') . '/php/lib/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        } elseif (class_exists("{$prefix}Model\\$class")) {
            // The generator's version leaves out the namespace of an object inside another.
            class_alias("{$prefix}Model\\$class", $class);
        }
    });

    function expect(bool $condition, string $message): void
    {
        if (!$condition) {
            throw new RuntimeException($message);
        }
    }

    $configuration = (new OpenAPI\Client\Configuration())
        ->setHost(getenv('ADIRE_URL') . '/test')
        ->setAccessToken(getenv('ADIRE_KEY'));
    $charges = new OpenAPI\Client\Api\ChargesApi(new GuzzleHttp\Client(), $configuration);
    $reference = 'order-' . bin2hex(random_bytes(8));

    $created = $charges->initialiseCharge(['amountKobo' => 250000, 'email' => 'ada@example.com', 'reference' => $reference]);
    expect(str_starts_with($created->getAuthorizationUrl(), getenv('ADIRE_URL')), 'the charge has an address');
    $verified = $charges->verifyCharge($reference);
    expect($verified->getAmountKobo() === 250000 && $verified->getReference() === $reference, 'the charge is the same');
    try {
        $charges->verifyCharge("unknown-$reference");
        throw new RuntimeException('an unknown charge was found');
    } catch (OpenAPI\Client\ApiException $error) {
        expect($error->getCode() === 404 && str_contains($error->getResponseBody(), 'charge_not_found'), 'the error is named');
    }
    printf("NGN %s for %s\n", number_format($verified->getAmountKobo() / 100, 2), $reference);
}
