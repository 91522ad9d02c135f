{{- define "adire.labels" -}}
app.kubernetes.io/name: adire
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "adire.selector" -}}
app.kubernetes.io/name: adire
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "adire.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{/* The environment of every process. CloudNativePG stores the address of the primary in the Secret of the application. */}}
{{- define "adire.env" -}}
{{- if .Values.database.create }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Release.Name }}-database-app, key: uri } }
{{- if .Values.database.readFromStandbys }}
- name: DATABASE_USER
  valueFrom: { secretKeyRef: { name: {{ .Release.Name }}-database-app, key: username } }
- name: DATABASE_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ .Release.Name }}-database-app, key: password } }
- name: DATABASE_READ_URL
  value: postgresql://$(DATABASE_USER):$(DATABASE_PASSWORD)@{{ .Release.Name }}-database-ro:5432/adire
{{- end }}
{{- end }}
- name: MIGRATE_AT_START
  value: "off"
- name: DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
- name: METRICS_ADDRESS
  value: 0.0.0.0:9464
- name: NODE_COMPILE_CACHE
  value: /tmp/compiled
{{- end }}

{{/* A process: `role`, `replicas` and `resources`, beside the context of the chart in `root`. */}}
{{- define "adire.deployment" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $root.Release.Name }}-{{ .role }}
  labels:
    {{- include "adire.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .replicas }}
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector:
    matchLabels:
      {{- include "adire.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "adire.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      annotations:
        # A change of the settings replaces the pods.
        adire/settings: {{ toYaml $root.Values.settings | sha256sum }}
    spec:
      # The drain, then up to 75 seconds for open requests and jobs.
      terminationGracePeriodSeconds: {{ add $root.Values.drainSeconds 80 }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "adire.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ .role }}
      # Pods that start together wait for the one that migrates. The previous version continues to work on the new schema.
      initContainers:
        - name: migrate
          {{- include "adire.container" $root | nindent 10 }}
          command: [node, api/dist/operator.js, migrate]
          resources:
            {{- toYaml .resources | nindent 12 }}
      containers:
        - name: adire
          {{- include "adire.container" $root | nindent 10 }}
            - name: ROLES
              value: {{ .role }}
          ports:
            - { name: http, containerPort: 3000 }
            - { name: metrics, containerPort: 9464 }
          startupProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 2, failureThreshold: 60 }
          livenessProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 10, timeoutSeconds: 5 }
          readinessProbe: { httpGet: { path: /health/ready, port: http }, periodSeconds: 2, failureThreshold: 2, timeoutSeconds: 5 }
          resources:
            {{- toYaml .resources | nindent 12 }}
      volumes:
        - { name: data, emptyDir: {} }
        - { name: tmp, emptyDir: {} }
{{- end }}

{{/* Common to the containers of a pod; ends with the environment. */}}
{{- define "adire.container" -}}
image: {{ include "adire.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /var/lib/adire }
  - { name: tmp, mountPath: /tmp }
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  - secretRef: { name: {{ .Values.secretName }} }
env:
  {{- include "adire.env" . | trim | nindent 2 }}
{{- end }}
