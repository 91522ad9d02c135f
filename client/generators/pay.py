# Creates a charge with the generated client, reads it again, and expects the error of an unknown one.
import os
import sys
import uuid

sys.path.insert(0, os.path.join(os.environ["CLIENTS"], "python"))
import openapi_client as adire

configuration = adire.Configuration(host=os.environ["ADIRE_URL"] + "/test")
configuration.access_token = os.environ["ADIRE_KEY"]
charges = adire.ChargesApi(adire.ApiClient(configuration))
reference = "order-" + str(uuid.uuid4())
body = {"amountKobo": 250000, "email": "ada@example.com", "reference": reference}

created = charges.initialise_charge(body)
assert created.authorization_url.startswith(os.environ["ADIRE_URL"])
verified = charges.verify_charge(reference)
assert (verified.amount_kobo, verified.reference) == (250000, reference)
try:
    charges.verify_charge("unknown-" + reference)
    raise AssertionError("an unknown charge was found")
except adire.ApiException as error:
    assert error.status == 404 and "charge_not_found" in error.body
print(f"NGN {verified.amount_kobo / 100:,.2f} for {reference}")
