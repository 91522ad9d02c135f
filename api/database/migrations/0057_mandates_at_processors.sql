ALTER TABLE "mandates" ADD COLUMN "processor_reference" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "authorization_url" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_processorReference_unique" UNIQUE("processor_reference");