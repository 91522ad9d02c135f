CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"password_hash" text NOT NULL,
	"business_name" text NOT NULL,
	"country_id" integer NOT NULL,
	"device" text NOT NULL,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_tokens" ADD COLUMN "registration_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_user" ON "registrations" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
INSERT INTO "registrations" ("user_id", "password_hash", "business_name", "country_id", "device", "created_at")
SELECT u."id", u."password_hash", m."business_name", m."country_id", 'Unknown device', u."created_at"
FROM "users" u
JOIN LATERAL (
	SELECT m."business_name", m."country_id" FROM "memberships" b JOIN "merchants" m ON m."id" = b."merchant_id"
	WHERE b."user_id" = u."id" ORDER BY m."created_at" LIMIT 1
) m ON true
WHERE u."email_verified_at" IS NULL;
--> statement-breakpoint
UPDATE "email_tokens" t SET "registration_id" = r."id"
FROM "registrations" r WHERE r."user_id" = t."user_id" AND t."purpose" = 'verify_email' AND t."used_at" IS NULL;
